package rrv.runtime;

/**
 * Registers units: a number of one site each, then one that does not say how many it has, and as many again.
 * Argument: the number. Prints how many sites are found again, each in its own unit.
 */
public final class ManyUnits {
    private static final String HEAD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\n";

    private ManyUnits() {
    }

    private static final class Numbered extends Unit {
        private final String text;
        private final int number;

        Numbered(String text, int number) {
            this.text = text;
            this.number = number;
        }

        @Override
        protected String[] definition() {
            return new String[] {text};
        }

        @Override
        protected String site(int index) {
            return number + "\t" + index;
        }
    }

    public static void main(String[] args) {
        int half = Integer.parseInt(args[0]);
        int[] bases = new int[2 * half + 1];
        for (int number = 0; number < bases.length; number++) {
            String sites = number == half ? "" : "sites\t1\n";
            bases[number] = Registry.register(new Numbered(HEAD + sites, number)).base;
        }
        int found = 0;
        for (int number = 0; number < bases.length; number++) {
            int last = number == half ? (1 << 20) - 1 : 0;
            String[] site = Units.site(bases[number] + last);
            found += site.length == 2 && site[0].equals("" + number) && site[1].equals("" + last) ? 1 : 0;
        }
        System.out.println("found=" + found);
        for (int number = 0; number < 2100; number++) {
            Registry.register(new Numbered(HEAD, number));
        }
        System.out.println("then=" + Units.site(bases[0])[0]);
    }
}
