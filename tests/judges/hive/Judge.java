// Hive's compiler, asked for the lineage of a statement: Driver.compile fills a LineageCtx, and this tells what is in it.
//
// Compiled by Janino, which Spark carries, when the judge starts: one file, no generics, no JDK needed.
// Definitions (CREATE, ALTER, DROP …) are carried out against a metastore in memory; nothing else is ever run.

package headwater.judge;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hive.common.ObjectPair;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.txn.TxnDbUtil;
import org.apache.hadoop.hive.ql.Driver;
import org.apache.hadoop.hive.ql.exec.ColumnInfo;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.SelectOperator;
import org.apache.hadoop.hive.ql.hooks.LineageInfo;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.optimizer.lineage.LineageCtx;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;
import org.apache.hadoop.hive.ql.processors.CommandProcessorResponse;
import org.apache.hadoop.hive.ql.session.SessionState;

public class Judge {
    private HiveConf conf;

    public Judge(Map settings) throws Exception {
        conf = new HiveConf();
        for (Iterator it = settings.entrySet().iterator(); it.hasNext();) {
            Map.Entry entry = (Map.Entry) it.next();
            conf.set((String) entry.getKey(), (String) entry.getValue());
        }
        SessionState.start(conf);
        TxnDbUtil.prepDb(conf);
    }

    /** A setting for the statements that follow. */
    public void set(String name, String value) {
        conf.set(name, value);
        SessionState.get().getConf().set(name, value);
    }

    /** A setting as it is. */
    public String get(String name) {
        String value = SessionState.get().getConf().get(name);
        return value == null ? "" : value;
    }

    /** Carries a definition out; nothing, or what Hive has against it. */
    public String run(String sql) throws Exception {
        Driver driver = new Driver(conf);
        try {
            CommandProcessorResponse told = driver.run(sql);
            return told.getResponseCode() == 0 ? "" : told.getErrorMessage();
        } finally {
            driver.close();
            driver.destroy();
        }
    }

    /** The names of all tables. */
    public List tables() throws Exception {
        List found = new ArrayList();
        List databases = Hive.get(conf).getAllDatabases();
        for (int d = 0; d < databases.size(); d++) {
            List tables = Hive.get(conf).getAllTables((String) databases.get(d));
            for (int t = 0; t < tables.size(); t++) {
                found.add(databases.get(d) + "." + tables.get(t));
            }
        }
        return found;
    }

    /** Every table and view outside of `kept` is dropped. */
    public void clean(List kept) throws Exception {
        Hive hive = Hive.get(conf);
        List databases = hive.getAllDatabases();
        for (int d = 0; d < databases.size(); d++) {
            String database = (String) databases.get(d);
            List tables = hive.getAllTables(database);
            for (int t = 0; t < tables.size(); t++) {
                String table = (String) tables.get(t);
                if (!kept.contains(database + "." + table)) {
                    boolean view = hive.getTable(database, table).isView();
                    run("DROP " + (view ? "VIEW" : "TABLE") + " " + database + ".`" + table + "`");
                }
            }
        }
        SessionState.get().setCurrentDatabase("default");
    }

    /** Compiles a statement; in JSON {"error"} or {"operation", "schema", "sinks"}. */
    public String ask(String sql) throws Exception {
        return new ObjectMapper().writeValueAsString(compiled(sql));
    }

    private Map compiled(String sql) throws Exception {
        Map answer = new LinkedHashMap();
        SessionState.get().getLineageState().clear();
        Driver driver = new Driver(conf);
        try {
            int code = driver.compile(sql);
            if (code != 0) {
                answer.put("error", driver.getErrorMsg());
                return answer;
            }
            answer.put("operation", driver.getPlan().getOperationName());
            List names = new ArrayList();
            if (driver.getSchema() != null && driver.getSchema().getFieldSchemas() != null) {
                List fields = driver.getSchema().getFieldSchemas();
                for (int i = 0; i < fields.size(); i++) {
                    FieldSchema field = (FieldSchema) fields.get(i);
                    List pair = new ArrayList();
                    pair.add(field.getName());
                    pair.add(field.getType());
                    names.add(pair);
                }
            }
            answer.put("schema", names);
            List sinks = new ArrayList();
            LineageCtx.Index index = SessionState.get().getLineageState().getIndex();
            Iterator it = index.getFinalSelectOps().entrySet().iterator();
            while (it.hasNext()) {
                Map.Entry entry = (Map.Entry) it.next();
                ObjectPair pair = (ObjectPair) entry.getValue();
                sinks.add(sink(index, (SelectOperator) pair.getFirst(), (Table) pair.getSecond()));
            }
            answer.put("sinks", sinks);
            return answer;
        } finally {
            driver.close();
            driver.destroy();
            if (SessionState.get().getTxnMgr() != null && SessionState.get().getTxnMgr().isTxnOpen()) {
                SessionState.get().getTxnMgr().rollbackTxn();
            }
        }
    }

    private Map sink(LineageCtx.Index index, SelectOperator select, Table table) {
        Map found = new LinkedHashMap();
        FileSinkOperator file = below(select);
        if (table == null && file != null) {
            table = ((FileSinkDesc) file.getConf()).getTable();
        }
        found.put("table", table == null ? null : table.getDbName() + "." + table.getTableName());
        List fields = new ArrayList();
        for (int i = 0; table != null && i < table.getCols().size(); i++) {
            fields.add(((FieldSchema) table.getCols().get(i)).getName());
        }
        found.put("fields", new ArrayList(fields));
        for (int i = 0; table != null && i < table.getPartCols().size(); i++) {
            fields.add(((FieldSchema) table.getPartCols().get(i)).getName());
        }
        found.put("all", fields);
        if (file != null) {
            FileSinkDesc sink = (FileSinkDesc) file.getConf();
            found.put("directory", String.valueOf(sink.getDestPath()));
        }
        List columns = new ArrayList();
        List signature = select.getSchema().getSignature();
        for (int i = 0; i < signature.size(); i++) {
            ColumnInfo column = (ColumnInfo) signature.get(i);
            LineageInfo.Dependency dependency = index.getDependency((Operator) select, column);
            List one = new ArrayList();
            one.add(column.getAlias() == null ? column.getInternalName() : column.getAlias());
            one.add(dependency == null ? null : String.valueOf(dependency.getType()));
            one.add(dependency == null ? null : bases(dependency.getBaseCols()));
            columns.add(one);
        }
        found.put("columns", columns);
        Set decides = new TreeSet();
        Set predicates = index.getPredicates((Operator) select);
        if (predicates != null) {
            for (Iterator it = predicates.iterator(); it.hasNext();) {
                decides.addAll(bases(((LineageInfo.Predicate) it.next()).getBaseCols()));
            }
        }
        found.put("decides", new ArrayList(decides));
        return found;
    }

    private FileSinkOperator below(Operator operator) {
        while (operator != null && !(operator instanceof FileSinkOperator)) {
            List children = operator.getChildOperators();
            operator = children == null || children.isEmpty() ? null : (Operator) children.get(0);
        }
        return (FileSinkOperator) operator;
    }

    private List bases(Set columns) {
        Set found = new TreeSet();
        for (Iterator it = columns.iterator(); it.hasNext();) {
            LineageInfo.BaseColumnInfo base = (LineageInfo.BaseColumnInfo) it.next();
            String table = "?";
            if (base.getTabAlias() != null && base.getTabAlias().getTable() != null) {
                table = base.getTabAlias().getTable().getDbName() + "." + base.getTabAlias().getTable().getTableName();
            }
            found.add(table + "\t" + (base.getColumn() == null ? "*" : base.getColumn().getName()));
        }
        return new ArrayList(found);
    }
}
