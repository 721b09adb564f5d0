package rrv.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A slice that reports at many sites, in an order that is none, and then at each of them again. Argument: their
 * number. Prints how many were new, how many were known, and the milliseconds of processor time.
 */
public final class SitesCheck {
    private static final int ROUNDS = 50;

    private SitesCheck() {
    }

    public static void main(String[] args) {
        int sites = Integer.parseInt(args[0]);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BindingRecord slice = new BindingRecord(0, null, null, null, null);
        long start = threads.getCurrentThreadCpuTime();
        int fresh = 0;
        int known = 0;
        for (int round = 0; round < 1 + ROUNDS; round++) {
            for (int site = 0; site < sites; site++) {
                // An odd factor: each key comes once in a round.
                if (slice.reportedAt(site * 0x85EBCA6B)) {
                    known++;
                } else {
                    fresh++;
                }
            }
        }
        long end = threads.getCurrentThreadCpuTime();
        System.out.println("new=" + fresh + " known=" + known + " milliseconds=" + (end - start) / 1_000_000);
    }
}
