package rrv.maven;

/** What ends the build, in words for its user. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message);
    }
}
