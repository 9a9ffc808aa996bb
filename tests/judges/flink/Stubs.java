// What Flink's planner asks for and a planner test has no use for: connectors and functions that never run.
//
// Compiled by Janino, which Flink carries, when the judge starts: one file, no generics, no JDK needed.
// A connector is known by its name alone and takes any option; it can be scanned, looked up, searched, written,
// updated and deleted from, and has every metadata key that the table declares.

package headwater.judge;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.RowLevelModificationScanContext;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelDelete;
import org.apache.flink.table.connector.sink.abilities.SupportsRowLevelUpdate;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.VectorSearchTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.ModelProviderFactory;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.AsyncScalarFunction;
import org.apache.flink.table.functions.ProcessTableFunction;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.table.ml.ModelProvider;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.StaticArgument;
import org.apache.flink.table.types.inference.StaticArgumentTrait;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.apache.flink.table.types.inference.TypeStrategy;

// ------------------------------------------------------------------------------------------- connectors

public class Source implements ScanTableSource, LookupTableSource, VectorSearchTableSource, SupportsReadingMetadata {
    private final ResolvedSchema schema;

    public Source(ResolvedSchema schema) { this.schema = schema; }

    public Map listReadableMetadata() {
        Map keys = new HashMap();
        List columns = schema.getColumns();
        for (int i = 0; i < columns.size(); i++) {
            Object column = columns.get(i);
            if (column instanceof Column.MetadataColumn) {
                Column.MetadataColumn metadata = (Column.MetadataColumn) column;
                keys.put(metadata.getMetadataKey().orElse(metadata.getName()), metadata.getDataType());
            }
        }
        return keys;
    }

    public void applyReadableMetadata(List keys, DataType type) {}
    public boolean supportsMetadataProjection() { return true; }
    public ChangelogMode getChangelogMode() { return ChangelogMode.insertOnly(); }
    public ScanTableSource.ScanRuntimeProvider getScanRuntimeProvider(ScanTableSource.ScanContext context) { return null; }
    public LookupTableSource.LookupRuntimeProvider getLookupRuntimeProvider(LookupTableSource.LookupContext context) { return null; }
    public VectorSearchTableSource.VectorSearchRuntimeProvider getSearchRuntimeProvider(VectorSearchTableSource.VectorSearchContext context) { return null; }
    public DynamicTableSource copy() { return new Source(schema); }
    public String asSummaryString() { return "stub"; }
}

public class Deleted implements SupportsRowLevelDelete.RowLevelDeleteInfo {
    public Optional requiredColumns() { return Optional.empty(); }
    public SupportsRowLevelDelete.RowLevelDeleteMode getRowLevelDeleteMode() { return SupportsRowLevelDelete.RowLevelDeleteMode.DELETED_ROWS; }
}

public class Updated implements SupportsRowLevelUpdate.RowLevelUpdateInfo {
    public Optional requiredColumns() { return Optional.empty(); }
    public SupportsRowLevelUpdate.RowLevelUpdateMode getRowLevelUpdateMode() { return SupportsRowLevelUpdate.RowLevelUpdateMode.UPDATED_ROWS; }
}

public class Sink implements DynamicTableSink, SupportsRowLevelDelete, SupportsRowLevelUpdate {
    public ChangelogMode getChangelogMode(ChangelogMode asked) { return asked; }
    public DynamicTableSink.SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) { return null; }
    public SupportsRowLevelDelete.RowLevelDeleteInfo applyRowLevelDelete(RowLevelModificationScanContext context) { return new Deleted(); }
    public SupportsRowLevelUpdate.RowLevelUpdateInfo applyRowLevelUpdate(List columns, RowLevelModificationScanContext context) { return new Updated(); }
    public DynamicTableSink copy() { return new Sink(); }
    public String asSummaryString() { return "stub"; }
}

public abstract class Connector implements DynamicTableSourceFactory, DynamicTableSinkFactory {
    public Set requiredOptions() { return Collections.emptySet(); }
    public Set optionalOptions() { return Collections.emptySet(); }
    public DynamicTableSource createDynamicTableSource(DynamicTableFactory.Context context) {
        return new Source(context.getCatalogTable().getResolvedSchema());
    }
    public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) { return new Sink(); }
}

public class Kafka extends Connector { public String factoryIdentifier() { return "kafka"; } }
public class UpsertKafka extends Connector { public String factoryIdentifier() { return "upsert-kafka"; } }
public class Jdbc extends Connector { public String factoryIdentifier() { return "jdbc"; } }
public class MysqlCdc extends Connector { public String factoryIdentifier() { return "mysql-cdc"; } }
public class Hudi extends Connector { public String factoryIdentifier() { return "hudi"; } }
public class Paimon extends Connector { public String factoryIdentifier() { return "paimon"; } }
public class Iceberg extends Connector { public String factoryIdentifier() { return "iceberg"; } }
public class Elasticsearch extends Connector { public String factoryIdentifier() { return "elasticsearch-7"; } }
public class Milvus extends Connector { public String factoryIdentifier() { return "milvus"; } }
public class View extends Connector { public String factoryIdentifier() { return "view"; } }

public class Model implements ModelProvider {
    public ModelProvider copy() { return new Model(); }
    public String asSummaryString() { return "stub"; }
}

public class Openai implements ModelProviderFactory {
    public String factoryIdentifier() { return "openai"; }
    public Set requiredOptions() { return Collections.emptySet(); }
    public Set optionalOptions() { return Collections.emptySet(); }
    public ModelProvider createModelProvider(ModelProviderFactory.Context context) { return new Model(); }
}

// -------------------------------------------------------------------------------------------- functions
// Any arguments, one fixed result: what a registered function looks like from outside.

public class Inference {
    private static TypeInference.Builder with(DataTypeFactory factory, String result) {
        return TypeInference.newBuilder().outputTypeStrategy(TypeStrategies.explicit(factory.createDataType(result)));
    }

    public static TypeInference of(DataTypeFactory factory, String result) {
        return with(factory, result).inputTypeStrategy(InputTypeStrategies.WILDCARD).build();
    }

    public static TypeInference aggregate(DataTypeFactory factory, String result) {
        return with(factory, result)
            .inputTypeStrategy(InputTypeStrategies.WILDCARD)
            .accumulatorTypeStrategy(TypeStrategies.explicit(DataTypes.BIGINT()))
            .build();
    }

    public static TypeInference process(DataTypeFactory factory, EnumSet traits, String result) {
        StaticArgument table = StaticArgument.table("input", org.apache.flink.types.Row.class, false, traits);
        StaticArgument limit = StaticArgument.scalar("threshold", DataTypes.BIGINT(), true);
        StaticArgument[] arguments = new StaticArgument[] {table, limit};
        return with(factory, result).staticArguments(java.util.Arrays.asList(arguments)).build();
    }
}

public class MaskPhone extends ScalarFunction {
    public String eval(Object a) { return null; }
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "STRING"); }
}

public class RiskScore extends ScalarFunction {
    public Double eval(Object[] a) { return null; }
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "DOUBLE"); }
}

public class GeoLookup extends AsyncScalarFunction {
    public void eval(java.util.concurrent.CompletableFuture result, Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "STRING"); }
}

public class SplitWords extends TableFunction {
    public void eval(Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) {
        return Inference.of(factory, "ROW<word STRING, word_length INT>");
    }
}

public class ParseItems extends TableFunction {
    public void eval(Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) {
        return Inference.of(factory, "ROW<sku STRING, price DOUBLE, quantity INT>");
    }
}

public class WeightedAvg extends AggregateFunction {
    public Object createAccumulator() { return null; }
    public Object getValue(Object accumulator) { return null; }
    public void accumulate(Object accumulator, Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.aggregate(factory, "DOUBLE"); }
}

public class Sessionize extends ProcessTableFunction {
    public void eval(org.apache.flink.types.Row input, Long threshold) {}
    public TypeInference getTypeInference(DataTypeFactory factory) {
        EnumSet traits = EnumSet.of(StaticArgumentTrait.TABLE, StaticArgumentTrait.SET_SEMANTIC_TABLE);
        return Inference.process(factory, traits, "ROW<session_no BIGINT, duration BIGINT>");
    }
}

public class Enrich extends ProcessTableFunction {
    public void eval(org.apache.flink.types.Row input, Long threshold) {}
    public TypeInference getTypeInference(DataTypeFactory factory) {
        EnumSet traits = EnumSet.of(StaticArgumentTrait.TABLE, StaticArgumentTrait.ROW_SEMANTIC_TABLE);
        traits.add(StaticArgumentTrait.PASS_COLUMNS_THROUGH);
        return Inference.process(factory, traits, "ROW<label STRING>");
    }
}

// ------------------------------------------------------- functions that a replay makes up, by what they give

public class Whole extends ScalarFunction {
    public Long eval(Object[] a) { return null; }
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "BIGINT"); }
}

public class Yes extends ScalarFunction {
    public Boolean eval(Object[] a) { return null; }
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "BOOLEAN"); }
}

public class Rows1 extends TableFunction {
    public void eval(Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "ROW<f0 STRING>"); }
}

public class Rows2 extends TableFunction {
    public void eval(Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) { return Inference.of(factory, "ROW<f0 STRING, f1 BIGINT>"); }
}

public class Rows3 extends TableFunction {
    public void eval(Object[] a) {}
    public TypeInference getTypeInference(DataTypeFactory factory) {
        return Inference.of(factory, "ROW<f0 STRING, f1 BIGINT, f2 BIGINT>");
    }
}
