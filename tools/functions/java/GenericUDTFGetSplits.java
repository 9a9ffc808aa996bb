package org.apache.hadoop.hive.ql.udf.generic;

import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** Stands in for Hive's own class, whose dependencies (Tez, LLAP) are not among Spark's jars. Never called. */
public class GenericUDTFGetSplits extends GenericUDTF {
  @Override
  public StructObjectInspector initialize(ObjectInspector[] arguments) throws UDFArgumentException {
    throw new UDFArgumentException("get_splits is not available here");
  }

  @Override
  public void process(Object[] arguments) {}

  @Override
  public void close() {}
}
