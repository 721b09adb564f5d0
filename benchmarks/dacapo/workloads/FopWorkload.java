import java.io.ByteArrayOutputStream;
import java.io.File;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.fop.apps.Fop;
import org.apache.fop.apps.FopFactory;
import org.apache.fop.apps.MimeConstants;

/** Formats an XSL-FO file to PostScript in memory: fop's command line without its System.exit. */
final class FopWorkload implements Workload.Program {
    private final File input;

    /** input.fo */
    FopWorkload(String[] arguments) {
        input = new File(arguments[0]);
    }

    @Override
    public Workload.Check run() throws Exception {
        final ByteArrayOutputStream output = new ByteArrayOutputStream(1 << 20);
        Fop fop = FopFactory.newInstance().newFop(MimeConstants.MIME_POSTSCRIPT, output);
        TransformerFactory.newInstance().newTransformer()
            .transform(new StreamSource(input), new SAXResult(fop.getDefaultHandler()));
        final int pages = fop.getResults().getPageCount();
        return new Workload.Check() {
            @Override
            public String value() throws Exception {
                String text = output.toString("ISO-8859-1").replaceAll("(?m)^%%CreationDate.*$", "");
                return pages + "p-" + Workload.sha1(text.getBytes("ISO-8859-1")).substring(0, 12);
            }
        };
    }
}
