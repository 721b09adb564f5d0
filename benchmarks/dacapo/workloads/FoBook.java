import java.io.*;
import java.util.*;
/** Writes an XSL-FO book. Feature counts per "unit" follow the mix of DaCapo's fop input:
 *  blocks, inlines, lists, tables, internal links, page-number citations.  Deterministic (LCG).
 *  usage: FoBook <chapters> <out.fo>      small = 4, default = 20, large = 200 */
public class FoBook {
    static long s = 42;
    static int rnd(int n) { s = s * 6364136223846793005L + 1442695040888963407L; return (int) ((s >>> 33) % n); }
    static final String[] W = ("event monitor trace slice property iterator collection state parameter object binding index "
        + "garbage creation enable formula regular temporal automaton verdict handler runtime verification overhead memory "
        + "weaving static dynamic analysis program method class instance thread lock stream reader writer buffer").split(" ");
    static String words(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) { if (i > 0) b.append(' '); b.append(W[rnd(W.length)]); }
        return b.toString();
    }
    public static void main(String[] a) throws IOException {
        int chapters = Integer.parseInt(a[0]);
        try (PrintWriter p = new PrintWriter(new OutputStreamWriter(new FileOutputStream(a[1]), "UTF-8"))) {
            p.println("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
            p.println("<fo:root xmlns:fo=\"http://www.w3.org/1999/XSL/Format\"><fo:layout-master-set>");
            for (String m : new String[] {"first", "rest"})
                p.println("<fo:simple-page-master master-name=\"" + m + "\" page-height=\"29.7cm\" page-width=\"21cm\" margin-top=\"1cm\" margin-bottom=\"2cm\" margin-left=\"2.5cm\" margin-right=\"2.5cm\">"
                    + "<fo:region-body margin-top=\"2.5cm\" margin-bottom=\"1.5cm\"/><fo:region-before extent=\"2cm\"/><fo:region-after extent=\"1.5cm\"/></fo:simple-page-master>");
            p.println("<fo:page-sequence-master master-name=\"all\"><fo:repeatable-page-master-alternatives>"
                + "<fo:conditional-page-master-reference page-position=\"first\" master-reference=\"first\"/>"
                + "<fo:conditional-page-master-reference page-position=\"rest\" master-reference=\"rest\"/></fo:repeatable-page-master-alternatives></fo:page-sequence-master>");
            p.println("</fo:layout-master-set><fo:page-sequence master-reference=\"all\"><fo:static-content flow-name=\"xsl-region-before\">"
                + "<fo:block text-align=\"end\" font-size=\"10pt\" font-family=\"serif\" line-height=\"14pt\">Benchmark book p. <fo:page-number/></fo:block></fo:static-content><fo:flow flow-name=\"xsl-region-body\">");
            p.println("<fo:block font-size=\"18pt\" font-family=\"sans-serif\" space-after.optimum=\"15pt\">Contents</fo:block>");
            for (int c = 1; c <= chapters; c++)
                for (int k = 0; k < 2; k++)
                    p.println("<fo:block text-align-last=\"justify\"><fo:basic-link internal-destination=\"c" + c + "s" + k + "\">Chapter " + c + "." + k
                        + "</fo:basic-link> <fo:leader leader-pattern=\"dots\"/> <fo:page-number-citation ref-id=\"c" + c + "s" + k + "\"/></fo:block>");
            for (int c = 1; c <= chapters; c++) for (int k = 0; k < 2; k++) {
                p.println("<fo:block id=\"c" + c + "s" + k + "\" font-size=\"16pt\" font-family=\"sans-serif\" line-height=\"20pt\" space-before.optimum=\"10pt\" keep-with-next.within-page=\"always\">Chapter " + c + "." + k + " " + words(3) + "</fo:block>");
                for (int i = 0; i < 14; i++) {
                    p.print("<fo:block font-size=\"12pt\" font-family=\"serif\" line-height=\"15pt\" space-after.optimum=\"3pt\" text-align=\"justify\">" + words(20 + rnd(40)));
                    if (i % 2 == 0) p.print(" <fo:inline font-weight=\"bold\">" + words(3) + "</fo:inline> " + words(15));
                    if (i % 3 == 0) p.print(" <fo:inline font-style=\"italic\" font-family=\"monospace\">" + words(2) + "</fo:inline>.");
                    if (i % 7 == 0) p.print(" see <fo:basic-link color=\"blue\" internal-destination=\"c" + (1 + rnd(chapters)) + "s" + rnd(2) + "\">there</fo:basic-link>");
                    p.println("</fo:block>");
                }
                p.println("<fo:list-block provisional-distance-between-starts=\"0.5cm\">");
                for (int i = 0; i < 8; i++)
                    p.println("<fo:list-item><fo:list-item-label end-indent=\"label-end()\"><fo:block>&#x2022;</fo:block></fo:list-item-label>"
                        + "<fo:list-item-body start-indent=\"body-start()\"><fo:block>" + words(8 + rnd(12)) + "</fo:block></fo:list-item-body></fo:list-item>");
                p.println("</fo:list-block>");
                p.println("<fo:table table-layout=\"fixed\" width=\"15cm\" border-collapse=\"separate\"><fo:table-column column-width=\"4cm\"/><fo:table-column column-width=\"5cm\"/><fo:table-column column-width=\"6cm\"/><fo:table-body>");
                for (int i = 0; i < 5; i++) {
                    p.print("<fo:table-row>");
                    for (int j = 0; j < 3; j++) p.print("<fo:table-cell border=\"0.5pt solid black\" padding=\"2pt\"><fo:block>" + words(3 + rnd(6)) + "</fo:block></fo:table-cell>");
                    p.println("</fo:table-row>");
                }
                p.println("</fo:table-body></fo:table>");
            }
            p.println("<fo:block id=\"last\"/></fo:flow></fo:page-sequence></fo:root>");
        }
    }
}
