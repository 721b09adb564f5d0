import java.util.Properties;
import java.util.Set;

/** A program whose system properties do not say their names. */
public class OwnProperties {
    public static void main(String[] arguments) throws Exception {
        final Properties given = System.getProperties();
        System.setProperties(new Properties(given) {
            @Override
            public Set<String> stringPropertyNames() {
                throw new UnsupportedOperationException();
            }
        });
        IteratorDriver.main(arguments);
    }
}
