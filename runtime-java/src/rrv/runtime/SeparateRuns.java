package rrv.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Finds archives that were instrumented in different runs of rrv and have objects in common, as far as class
 * loaders tell: each was analysed as if there were no events in the others (docs/soundness.md, "Not modelled"), so
 * that violations may be missing. Used with the lock of {@link Units} held.
 */
final class SeparateRuns {
    /** Class loaders that are told apart: programs that load the same classes in more are looked at no further. */
    private static final int MOST_PARTS = 256;

    /** What one run has left in the classes of one loader, which may go. */
    private static final class Part {
        final String run;
        /** Null: that of the boot class path. */
        private final WeakReference<ClassLoader> loader;
        boolean isPruned;
        /** Names of its properties, and of those that have events. */
        final Set<String> properties = new HashSet<String>();
        final Set<String> monitored = new HashSet<String>();

        Part(String run, ClassLoader loader) {
            this.run = run;
            this.loader = loader == null ? null : new WeakReference<ClassLoader>(loader);
        }

        /** Null as well when it is gone. */
        ClassLoader loader() {
            return loader == null ? null : loader.get();
        }

        boolean isGone() {
            return loader != null && loader.get() == null;
        }

        /** Whether classes of one loader may find those of the other: else they hardly share objects. */
        boolean isNear(ClassLoader other) {
            ClassLoader own = loader();
            return (own != null || loader == null) && (isAbove(own, other) || isAbove(other, own));
        }

        boolean missesEventsOf(Part other) {
            if (!isPruned) {
                return false;
            }
            for (String name : other.monitored) {
                if (properties.contains(name)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static List<Part> parts = new ArrayList<Part>();
    private static volatile boolean met;

    private SeparateRuns() {
    }

    /** Whether there are such archives. */
    static boolean met() {
        return met;
    }

    /** A unit is registered. `run`: null where the unit does not say, and then it is taken for no other's. */
    static void note(String run, ClassLoader loader, PropertyDefinition.UnitText unit) {
        if (run == null || met) {
            return;
        }
        Part part = partOf(run, loader);
        if (part == null) {
            return;
        }
        part.isPruned |= !unit.analysis.equals("none");
        for (PropertyDefinition property : unit.properties) {
            part.properties.add(property.name);
            if (!property.idle) {
                part.monitored.add(property.name);
            }
        }
        for (Part other : parts) {
            if (!other.run.equals(run) && (other.missesEventsOf(part) || part.missesEventsOf(other))
                    && other.isNear(loader)) {
                met = true;
                parts = null;
                Reporter.warn("archives that were instrumented in different runs of rrv run together: each was"
                        + " analysed without the events of the others, so violations may be missing; instrument"
                        + " them in one run");
                return;
            }
        }
    }

    /** Null: there is no room for another one. */
    private static Part partOf(String run, ClassLoader loader) {
        for (Iterator<Part> all = parts.iterator(); all.hasNext();) {
            Part part = all.next();
            if (part.isGone()) {
                all.remove();
            } else if (part.loader() == loader && part.run.equals(run)) {
                return part;
            }
        }
        if (parts.size() == MOST_PARTS) {
            return null;
        }
        Part part = new Part(run, loader);
        parts.add(part);
        return part;
    }

    /** Whether the second asks the first for classes. */
    private static boolean isAbove(ClassLoader first, ClassLoader second) {
        try {
            ClassLoader at = second;
            while (at != null && at != first) {
                at = at.getParent();
            }
            return at == first;
        } catch (SecurityException e) {
            return false;
        }
    }
}
