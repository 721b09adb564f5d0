package rrv.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a closed world says that reflection may reach: the lines `claimed` of docs/runtime-protocol.md. */
final class ClaimedReflection {
    private static final class Claim {
        /** Of internal names; null: all. */
        final Pattern classes;
        final Pattern members;

        Claim(String classes, String members) {
            this.classes = classes.isEmpty() ? null : Pattern.compile(classes);
            this.members = members.isEmpty() ? null : Pattern.compile(members);
        }

        boolean has(String className, String member) {
            boolean hasClass = classes == null || className != null && classes.matcher(className.replace('.', '/')).find();
            return hasClass && (members == null || member != null && members.matcher(member).find());
        }
    }

    private final List<Claim> patterns = new ArrayList<Claim>();
    /** The others, as {@link #key} puts them. */
    private final Set<String> others = new HashSet<String>();

    /** Each: kind, class, member. */
    ClaimedReflection(List<String[]> claims) {
        for (String[] claim : claims) {
            if (claim[0].equals("pattern")) {
                patterns.add(new Claim(claim[1], claim[2]));
            } else {
                others.add(key(claim[0], claim[1], claim[2]));
            }
        }
    }

    /** Whether this may be reached. Null: there is no class, or no member. */
    boolean has(String kind, String className, String member) {
        String type = className == null ? "" : className;
        String name = member == null ? "" : member;
        if (others.contains("anything  ") || others.contains(key(kind, type, name))) {
            return true;
        }
        if (kind.equals("member") && (others.contains(key("name", "", name)) || others.contains(key("class", type, "")))) {
            return true;
        }
        for (Claim claim : patterns) {
            if (claim.has(className, member)) {
                return true;
            }
        }
        return false;
    }

    private static String key(String kind, String className, String member) {
        return kind + ' ' + className + ' ' + member;
    }
}
