import org.apache.hadoop.hive.ql.exec.FunctionInfo;
import org.apache.hadoop.hive.ql.exec.FunctionRegistry;

/** Prints "name kind" for every function that Hive registers. */
public class HiveFunctions {
  public static void main(String[] args) throws Exception {
    for (String name : FunctionRegistry.getFunctionNames()) {
      FunctionInfo info = FunctionRegistry.getFunctionInfo(name);
      boolean table = info.isGenericUDTF() || info.isTableFunction();
      System.out.println(name + " " + (table ? "table" : info.isGenericUDAF() ? "agg" : "scalar"));
    }
  }
}
