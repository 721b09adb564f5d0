package rrv.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sites that had violations, at most `rrv.maxSites`, with at most `rrv.maxTraces` traces; what is beyond
 * that is counted.
 */
final class ViolationSites {
    /** The lock, too, of everything here. */
    private static final Map<ViolationSite.Key, ViolationSite> SITES = new LinkedHashMap<ViolationSite.Key, ViolationSite>();
    /** Places that have been printed. */
    private static final Set<List<Object>> PRINTED = new HashSet<List<Object>>();
    private static long droppedViolations;
    private static int traces;
    private static long droppedTraces;

    private ViolationSites() {
    }

    /** Counts a violation more at a known site. Null: it is not known. */
    static ViolationSite countAgain(ViolationSite.Key key) {
        synchronized (SITES) {
            ViolationSite site = SITES.get(key);
            if (site != null) {
                site.count++;
            }
            return site;
        }
    }

    /**
     * Counts a violation at a new site. Answers another one when that has become known meanwhile, and null
     * when there are too many.
     */
    static ViolationSite countFirst(ViolationSite.Key key, ViolationSite made) {
        synchronized (SITES) {
            ViolationSite known = countAgain(key);
            if (known != null) {
                return known;
            }
            if (SITES.size() >= Units.SETTINGS.maxSites) {
                droppedViolations++;
                return null;
            }
            made.count = 1;
            SITES.put(key, made);
            if (made.isLate) {
                return made;
            }
            if (traces >= Units.SETTINGS.maxTraces) {
                droppedTraces++;
                return made;
            }
            traces++;
        }
        StackTraceElement[] frames = userFrames(new Throwable().getStackTrace());
        synchronized (SITES) {
            made.trace = frames;
        }
        return made;
    }

    /** Without the frames of the runtime and of the units. */
    static StackTraceElement[] userFrames(StackTraceElement[] all) {
        List<StackTraceElement> frames = new ArrayList<StackTraceElement>();
        for (StackTraceElement frame : all) {
            String name = frame.getClassName();
            if (name.startsWith("rrv.runtime.") || name.startsWith("rrv.unit.")) {
                continue;
            }
            if (frames.size() == Units.SETTINGS.maxFrames) {
                break;
            }
            frames.add(frame);
        }
        return frames.toArray(new StackTraceElement[0]);
    }

    /** Copies, as they stand now, one for each place. */
    static List<ViolationSite> byPlace() {
        return merged(copies());
    }

    private static List<ViolationSite> known() {
        synchronized (SITES) {
            return new ArrayList<ViolationSite>(SITES.values());
        }
    }

    private static List<ViolationSite> copies() {
        List<ViolationSite> copies = new ArrayList<ViolationSite>();
        synchronized (SITES) {
            for (ViolationSite site : SITES.values()) {
                copies.add(new ViolationSite(site));
            }
        }
        return copies;
    }

    /**
     * Likewise those that have not been printed, or had violations since; all count as printed from now on: in one step,
     * as another thread may be about to print one of them.
     */
    static List<ViolationSite> takeUnprinted() {
        List<ViolationSite> known = known();
        List<List<Object>> places = new ArrayList<List<Object>>();
        for (ViolationSite site : known) {
            places.add(site.place());
        }
        List<ViolationSite> copies = new ArrayList<ViolationSite>();
        synchronized (SITES) {
            PRINTED.addAll(places);
            for (ViolationSite site : known) {
                copies.add(new ViolationSite(site));
                site.printed = site.count;
            }
        }
        List<ViolationSite> unprinted = new ArrayList<ViolationSite>();
        for (ViolationSite site : merged(copies)) {
            if (site.printed != site.count) {
                unprinted.add(site);
            }
        }
        return unprinted;
    }

    /**
     * The site, if nothing of its place has been printed; it counts as printed from now on. Null: something
     * has.
     */
    static ViolationSite takeUnprinted(ViolationSite site) {
        List<Object> place = site.place();
        synchronized (SITES) {
            if (!PRINTED.add(place)) {
                return null;
            }
            site.printed = site.count;
            return new ViolationSite(site);
        }
    }

    private static List<ViolationSite> merged(List<ViolationSite> copies) {
        Map<List<Object>, ViolationSite> places = new LinkedHashMap<List<Object>, ViolationSite>();
        for (ViolationSite copy : copies) {
            List<Object> place = copy.place();
            ViolationSite first = places.get(place);
            if (first == null) {
                places.put(place, copy);
            } else {
                first.count += copy.count;
                first.printed += copy.printed;
            }
        }
        return new ArrayList<ViolationSite>(places.values());
    }

    /** Violations at sites beyond the limit. */
    static long droppedViolations() {
        synchronized (SITES) {
            return droppedViolations;
        }
    }

    static long droppedTraces() {
        synchronized (SITES) {
            return droppedTraces;
        }
    }
}
