package rrv.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A property with a long way to its report. Argument: the number of states. Prints how many of them are alive
 * after merging, and the milliseconds of processor time.
 */
public final class AliveCheck {
    private AliveCheck() {
    }

    public static void main(String[] args) {
        int states = Integer.parseInt(args[0]);
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
        int alive = 0;
        for (int state = 0; state < automaton.stateCount; state++) {
            // A slice needs p0 alone, so that it is alive whichever of the others are gone.
            alive += automaton.alive[state] == 0x5555 ? 1 : 0;
        }
        System.out.println("alive=" + alive + " milliseconds=" + (end - start) / 1_000_000);
    }
}
