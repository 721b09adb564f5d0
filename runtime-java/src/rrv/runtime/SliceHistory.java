package rrv.runtime;

import java.util.Arrays;

/**
 * The last events that a slice took, each with its site and the id of its thread: what led to a violation
 * (docs/running.md, "What led to it"), and the trace of an audit. Guarded by the monitor's lock.
 */
final class SliceHistory {
    /** Event, site, thread. */
    static final int FIELDS = 3;
    private static final int FIRST_STEPS = 2;

    /** At least as many of the last steps are kept, at most twice as many. */
    private final int kept;
    private int[] steps;
    private int end;

    SliceHistory(int kept) {
        this.kept = kept;
        steps = new int[FIRST_STEPS * FIELDS];
    }

    /** The same past, for a slice that goes its own way from here on. */
    SliceHistory(SliceHistory original) {
        kept = original.kept;
        steps = Arrays.copyOf(original.steps, original.end + FIRST_STEPS * FIELDS);
        end = original.end;
    }

    void add(int event, int site, int thread) {
        if (end + FIELDS > steps.length) {
            long most = 2L * kept * FIELDS;
            if (end >= most) {
                System.arraycopy(steps, end - kept * FIELDS, steps, 0, kept * FIELDS);
                end = kept * FIELDS;
            } else {
                steps = Arrays.copyOf(steps, (int) Math.min(2L * end + FIELDS, most));
            }
        }
        steps[end++] = event;
        steps[end++] = site;
        steps[end++] = thread;
    }

    void removeLast() {
        end -= FIELDS;
    }

    /** The last steps, the last one last; {@link #FIELDS} numbers for each. */
    int[] last(int count) {
        return Arrays.copyOfRange(steps, (int) Math.max(0, end - (long) count * FIELDS), end);
    }
}
