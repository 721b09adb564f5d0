package rrv.runtime;

/** An object that stands in a trace, and the name that it has there. */
final class TracedObject extends KeyNode {
    final String name;

    TracedObject(Object object, String name) {
        super(object);
        this.name = name;
    }
}
