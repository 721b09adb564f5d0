import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.chocosolver.solver.Model;
import org.chocosolver.solver.Solution;
import org.chocosolver.solver.Solver;
import org.chocosolver.solver.constraints.extension.Tuples;
import org.chocosolver.solver.constraints.nary.automata.FA.FiniteAutomaton;
import org.chocosolver.solver.search.limits.FailCounter;
import org.chocosolver.solver.search.strategy.Search;
import org.chocosolver.solver.variables.BoolVar;
import org.chocosolver.solver.variables.IntVar;
import org.chocosolver.solver.variables.SetVar;
import org.chocosolver.solver.variables.Task;

/** Solves small problems with constraints of many kinds, with several search strategies. */
public class SolvePuzzles {
    public static void main(String[] args) {
        queens();
        square();
        knapsack();
        jobs();
        sets();
        automaton();
    }

    private static void queens() {
        Model model = new Model("queens");
        int n = 7;
        IntVar[] q = model.intVarArray("q", n, 1, n);
        IntVar[] up = new IntVar[n];
        IntVar[] down = new IntVar[n];
        for (int i = 0; i < n; i++) {
            up[i] = model.intOffsetView(q[i], i);
            down[i] = model.intOffsetView(q[i], -i);
        }
        model.allDifferent(q).post();
        model.allDifferent(up, "BC").post();
        model.allDifferent(down, "AC").post();
        Solver solver = model.getSolver();
        solver.setSearch(Search.domOverWDegSearch(q));
        List<Solution> solutions = solver.findAllSolutions();
        System.out.println(solutions.size() + " " + solutions.get(0).getIntVal(q[0]) + " " + solver.getNodeCount());
    }

    private static void square() {
        Model model = new Model("square");
        int n = 4;
        IntVar[][] cell = model.intVarMatrix("c", n, n, 1, n * n);
        IntVar sum = model.intVar("sum", n * (n * n + 1) / 2);
        for (int i = 0; i < n; i++) {
            int column = i;
            model.sum(cell[i], "=", sum).post();
            model.sum(IntStream.range(0, n).mapToObj(r -> cell[r][column]).toArray(IntVar[]::new), "=", sum).post();
        }
        IntVar[] all = Arrays.stream(cell).flatMap(Arrays::stream).toArray(IntVar[]::new);
        model.allDifferent(all).post();
        model.arithm(cell[0][0], "<", cell[n - 1][n - 1]).post();
        Solver solver = model.getSolver();
        solver.setSearch(Search.minDomLBSearch(all));
        solver.setNoGoodRecordingFromRestarts();
        solver.setLubyRestart(50, new FailCounter(model, 50), 20);
        solver.limitNode(3000);
        System.out.println(solver.solve() ? Arrays.toString(all) : "none");
    }

    private static void knapsack() {
        Model model = new Model("knapsack");
        int[] weight = {12, 7, 11, 8, 9, 6, 5, 14};
        int[] gain = {24, 13, 23, 15, 16, 11, 9, 28};
        IntVar[] taken = model.intVarArray("t", weight.length, 0, 2);
        IntVar w = model.intVar("w", 0, 45);
        IntVar g = model.intVar("g", 0, 500);
        model.knapsack(taken, w, g, weight, gain).post();
        model.count(0, taken, model.intVar(2, 5)).post();
        BoolVar both = model.arithm(taken[0], ">", 0).reify();
        model.ifThen(both, model.arithm(taken[7], "=", 0));
        Solver solver = model.getSolver();
        solver.setSearch(Search.activityBasedSearch(taken));
        Solution best = solver.findOptimalSolution(g, Model.MAXIMIZE);
        System.out.println(best.getIntVal(g) + " " + best.getIntVal(w));
    }

    private static void jobs() {
        Model model = new Model("jobs");
        int[] length = {3, 2, 4, 2, 3, 1};
        IntVar end = model.intVar("end", 0, 30);
        Task[] tasks = new Task[length.length];
        IntVar[] heights = new IntVar[length.length];
        IntVar[] starts = new IntVar[length.length];
        for (int i = 0; i < length.length; i++) {
            starts[i] = model.intVar("s" + i, 0, 20);
            tasks[i] = model.taskVar(starts[i], length[i]);
            heights[i] = model.intVar(1 + i % 2);
            model.arithm(tasks[i].getEnd(), "<=", end).post();
        }
        model.cumulative(tasks, heights, model.intVar(3)).post();
        model.arithm(starts[4], ">=", tasks[0].getEnd()).post();
        Solver solver = model.getSolver();
        solver.setSearch(Search.inputOrderLBSearch(starts), Search.inputOrderLBSearch(end));
        Solution best = solver.findOptimalSolution(end, Model.MINIMIZE);
        System.out.println(best.getIntVal(end));
    }

    private static void sets() {
        Model model = new Model("sets");
        SetVar[] parts = model.setVarArray("p", 3, new int[] {}, IntStream.rangeClosed(1, 6).toArray());
        SetVar whole = model.setVar(IntStream.rangeClosed(1, 6).toArray());
        model.partition(parts, whole).post();
        for (SetVar part : parts) {
            model.sum(part, model.intVar(7)).post();
        }
        System.out.println(model.getSolver().findAllSolutions().size());
    }

    private static void automaton() {
        Model model = new Model("automaton");
        IntVar[] x = model.intVarArray("x", 6, 0, 2);
        model.regular(x, new FiniteAutomaton("(0|1)*22(0|1)+")).post();
        Tuples tuples = new Tuples(new int[][] {{0, 1, 2}, {1, 0, 2}, {1, 1, 2}}, true);
        model.table(new IntVar[] {x[0], x[1], x[2]}, tuples, "CT+").post();
        Solver solver = model.getSolver();
        int count = 0;
        while (solver.solve()) {
            count++;
        }
        System.out.println(count);
    }
}
