import alice.tuprolog.NoMoreSolutionException;
import alice.tuprolog.Prolog;
import alice.tuprolog.PrologException;
import alice.tuprolog.SolveInfo;
import alice.tuprolog.Theory;

/** Asks an interpreter of Prolog for the solutions of goals of many kinds. */
public class SolveGoals {
    private static final String THEORY = String.join("\n",
        "edge(a, b). edge(b, c). edge(c, d). edge(b, d). edge(d, e). edge(e, b).",
        "path(X, Y, P) :- walk(X, Y, [X], Q), reverse(Q, P).",
        "walk(X, X, V, V).",
        "walk(X, Y, V, P) :- edge(X, Z), \\+ member(Z, V), walk(Z, Y, [Z | V], P).",
        "queens(N, Qs) :- numbers(1, N, Ns), permuted(Ns, Qs), safe(Qs).",
        "numbers(N, N, [N]) :- !.",
        "numbers(I, N, [I | T]) :- I < N, J is I + 1, numbers(J, N, T).",
        "permuted([], []).",
        "permuted(L, [H | T]) :- picked(H, L, R), permuted(R, T).",
        "picked(X, [X | T], T).",
        "picked(X, [H | T], [H | R]) :- picked(X, T, R).",
        "safe([]).",
        "safe([Q | Qs]) :- no_attack(Q, Qs, 1), safe(Qs).",
        "no_attack(_, [], _).",
        "no_attack(Q, [H | T], D) :- Q =\\= H + D, Q =\\= H - D, E is D + 1, no_attack(Q, T, E).",
        "fib(N, F) :- memo(N, F), !.",
        "fib(N, F) :- A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y, asserta(memo(N, F)).",
        ":- dynamic(memo/2). memo(0, 0). memo(1, 1).",
        "d(X, X, 1) :- !.",
        "d(U + V, X, A + B) :- !, d(U, X, A), d(V, X, B).",
        "d(U * V, X, U * B + V * A) :- !, d(U, X, A), d(V, X, B).",
        "d(_, _, 0).",
        "sentence(S) --> noun(N), verb(V), { S = s(N, V) }.",
        "noun(dog) --> [dog]. noun(cat) --> [cat]. verb(runs) --> [runs].",
        "collatz(1, 0) :- !.",
        "collatz(N, S) :- 0 is N mod 2, !, M is N // 2, collatz(M, T), S is T + 1.",
        "collatz(N, S) :- M is 3 * N + 1, collatz(M, T), S is T + 1.",
        "count(G, N) :- findall(x, G, L), length(L, N).");

    private static final String[] GOALS = {
        "path(a, e, P).",
        "queens(5, Qs).",
        "fib(30, F).",
        "d(x * x + 3 * x, x, D).",
        "setof(X-Y, edge(X, Y), L).",
        "bagof(X, edge(X, Y), L).",
        "phrase(sentence(S), [W, runs]).",
        "collatz(9, S).",
        "count(permuted([1, 2, 3, 4], _), N).",
        "atom_chars(hello, L), append(A, [l | B], L).",
        "X = f(Y, Z, [1, 2 | T]), X =.. L, copy_term(X, C), functor(X, F, N).",
        "retract(memo(A, B)), A > 28.",
        "assertz(fact(1)), assertz(fact(2)), findall(X, (fact(X), Y is X + 2, Y < 7, assertz(fact(Y))), L).",
        "catch(atom_length(X, Y), error(E, _), true).",
        "catch(throw(mine), B, true).",
        "X is 2 ** 10 + 7 mod 3.",
        "atom_concat(X, Y, abc).",
        "sub_atom(prolog, B, 2, A, S).",
        "quicksort([5, 3, 9, 1], '<', L).",
        "write(hello), nl, print(f('A b', [1])).",
        "no_such_thing(1).",
        "p :- .",
    };

    public static void main(String[] args) throws Exception {
        Prolog prolog = new Prolog();
        prolog.addOutputListener(event -> System.out.print(event.getMsg()));
        prolog.loadLibrary("alice.tuprolog.lib.DCGLibrary");
        prolog.setTheory(new Theory(THEORY));
        for (String goal : GOALS) {
            System.out.println("?- " + goal);
            try {
                solve(prolog, goal);
            } catch (PrologException malformed) {
                System.out.println(malformed.getClass().getSimpleName());
            }
        }
    }

    /** The first solutions of a goal: no name of a variable that the interpreter made up is printed. */
    private static void solve(Prolog prolog, String goal) throws PrologException {
        SolveInfo info = prolog.solve(goal);
        for (int found = 0; info.isSuccess(); found++) {
            System.out.println(info.getBindingVars().toString().replaceAll("_[A-Za-z0-9_]+", "_"));
            if (found == 19 || !info.hasOpenAlternatives()) break;
            try {
                info = prolog.solveNext();
            } catch (NoMoreSolutionException none) {
                break;
            }
        }
        prolog.solveEnd();
    }
}
