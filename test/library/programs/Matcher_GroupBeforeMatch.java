package library;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Matcher_GroupBeforeMatch {
    static final class Violates {
        public static void main(String[] arguments) {
            Matcher matcher = Pattern.compile("a+").matcher("baab");
            System.out.println(matcher.matches());
            try {
                System.out.println(matcher.group()); // Matcher_GroupBeforeMatch: 1
            } catch (IllegalStateException expected) {
                System.out.println("no match");
            }
            System.out.println(matcher.find());
            matcher.region(0, 2);
            try {
                System.out.println(matcher.group()); // Matcher_GroupBeforeMatch: 1
            } catch (IllegalStateException expected) {
                System.out.println("the region is new");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Matcher matcher = Pattern.compile("a+").matcher("baab");
            System.out.println(matcher.matches());
            while (matcher.find()) System.out.println(matcher.group() + matcher.start());
            matcher.reset();
            if (matcher.find()) System.out.println(matcher.end());
            matcher.reset();
            System.out.println(matcher.replaceFirst("c") + matcher.group());
            Matcher asked = Pattern.compile("a").matcher("banana");
            System.out.println(asked.replaceAll(match -> asked.group() + asked.start()));
        }
    }
}
