package rrv.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A property with a long way to its report. Argument: the number of states. Prints how many of them are alive
 * after merging, and how many times the processor time it takes of a tenth as many.
 */
public final class AliveCheck {
    private AliveCheck() {
    }

    public static void main(String[] args) {
        int states = Integer.parseInt(args[0]);
        for (int warm = 0; warm < 5; warm++) {
            time(states / 10, new int[1]);
        }
        int[] alive = new int[1];
        long few = time(states / 10, new int[1]);
        long many = time(states, alive);
        System.out.println("alive=" + alive[0] + " times=" + many / Math.max(1, few));
    }

    private static long time(int states, int[] alive) {
        StringBuilder text = new StringBuilder("rrv-unit\t1\nproperty\tP\terror\n");
        for (int parameter = 0; parameter < 4; parameter++) {
            text.append("parameter\tp").append(parameter).append("\tidentity\n");
        }
        text.append("event\tstep\t0\t-\t0\t0\nevent\tback\t1\t-\t0\t0\nhandler\tmatch\treport\t-\t-\tmatched\n");
        text.append("automaton\t").append(states).append("\t2\t0\n");
        for (int state = 0; state < states; state++) {
            text.append("row\t").append(Math.min(state + 1, states - 1)).append("\t0\n");
        }
        text.append("category\t").append(states - 1).append("\tmatch\nend\n");
        PropertyDefinition definition = PropertyDefinition.parse(text.toString()).properties.get(0);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        Automaton automaton = new Automaton(definition);
        long end = threads.getCurrentThreadCpuTime();
        for (int state = 0; state < automaton.stateCount; state++) {
            // A slice needs p0 alone, so that it is alive whichever of the others are gone.
            alive[0] += automaton.alive[state] == 0x5555 ? 1 : 0;
        }
        return end - start;
    }
}
