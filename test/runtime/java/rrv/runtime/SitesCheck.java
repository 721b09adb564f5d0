package rrv.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * A slice that reports at many sites, in an order that is none, and then at each of them again. Argument: their
 * number. Prints how many were new, how many were known, and how many times the processor time the known ones
 * take of a binary search for each.
 */
public final class SitesCheck {
    private static final int ROUNDS = 50;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private SitesCheck() {
    }

    public static void main(String[] args) {
        int[] keys = new int[Integer.parseInt(args[0])];
        for (int site = 0; site < keys.length; site++) {
            // An odd factor: each key comes once.
            keys[site] = site * 0x85EBCA6B;
        }
        BindingRecord slice = new BindingRecord(0, null, null, null, null);
        int fresh = keys.length - known(slice, keys);
        int known = 0;
        long took = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            known += known(slice, keys);
            took += THREADS.getCurrentThreadCpuTime() - start;
        }
        System.out.println("new=" + fresh + " known=" + known + " times=" + took / Math.max(1, searches(keys)));
    }

    private static int known(BindingRecord slice, int[] keys) {
        int known = 0;
        for (int key : keys) {
            known += slice.firstAt(key) ? 0 : 1;
        }
        return known;
    }

    /** The time of as many binary searches. */
    private static long searches(int[] keys) {
        int[] sorted = keys.clone();
        Arrays.sort(sorted);
        long start = THREADS.getCurrentThreadCpuTime();
        for (int round = 0; round < ROUNDS; round++) {
            for (int key : keys) {
                if (Arrays.binarySearch(sorted, key) < 0) {
                    throw new IllegalStateException();
                }
            }
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}
