import java.util.TreeSet;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionKind;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** Prints "name kind" for the planner's SQL operators and for the functions of the newer stack. */
public class FlinkFunctions {
  public static void main(String[] args) {
    TreeSet<String> lines = new TreeSet<>();
    for (SqlOperator operator : FlinkSqlOperatorTable.instance(true).getOperatorList()) {
      boolean constructor = operator.getName().matches("ARRAY|MAP|MULTISET|ROW");
      if (operator instanceof SqlFunction || operator.isAggregator() || constructor) {
        String kind = operator.requiresOver() ? "window" : operator.isAggregator() ? "agg" : "scalar";
        lines.add(operator.getName() + " " + kind);
      }
    }
    for (BuiltInFunctionDefinition definition : BuiltInFunctionDefinitions.getDefinitions()) {
      // Names in camel case belong to the Table API; their SQL operators are in the table above.
      String name = definition.getName();
      if (!definition.isInternal() && name.equals(name.toUpperCase())) {
        FunctionKind kind = definition.getKind();
        boolean aggregate = kind == FunctionKind.AGGREGATE;
        boolean table = kind == FunctionKind.TABLE || kind == FunctionKind.PROCESS_TABLE;
        lines.add(definition.getSqlName() + " " + (aggregate ? "agg" : table ? "table" : "scalar"));
      }
    }
    lines.forEach(System.out::println);
  }
}
