// The local files as Hive sees them: all of them lie in the judge's own folder, whatever their names say.
//
// Definitions are carried out, and a managed table takes its folder with it when it is dropped; INSERT OVERWRITE
// DIRECTORY makes folders when it is compiled. Statements say LOCATION '/tmp', ALTER TABLE t SET LOCATION 'file:///tmp',
// and the like: what really lies there is somebody's. So /tmp is FOLDER/elsewhere/tmp to Hive, and so is everything.

package headwater.judge;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

public class Confined extends LocalFileSystem {
    public Confined() {
        super(new Rooted());
    }
}

class Rooted extends RawLocalFileSystem {
    public File pathToFile(Path path) {
        try {
            String folder = new File(System.getProperty("headwater.folder")).getCanonicalPath();
            String file = super.pathToFile(path).getCanonicalPath();
            if (file.equals(folder) || file.startsWith(folder + File.separator)) {
                return new File(file);
            }
            return new File(folder + File.separator + "elsewhere" + file);
        } catch (IOException error) {
            throw new RuntimeException(error);
        }
    }
}
