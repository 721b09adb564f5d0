package rrv.runtime;

/**
 * Ten thousand violations, one in each tenth of a millisecond, at places of their own, where writing the report takes a microsecond for each place in
 * it. Prints how many reports were written and how many milliseconds that took. Argument: whether the JVM goes down.
 */
public class PaceCheck {
    public static void main(String[] args) {
        boolean exiting = Boolean.parseBoolean(args[0]);
        ReportPace pace = new ReportPace();
        long now = 0;
        long spent = 0;
        int written = 0;
        for (int places = 1; places <= 10000; places++) {
            now += 100000;
            if (pace.pause(now, exiting) <= 0) {
                long took = places * 1000L;
                pace.wrote(now, now + took);
                now += took;
                spent += took;
                written++;
            }
        }
        System.out.println(written + " " + spent / 1000000);
    }
}
