import java.io.Serializable;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.LogManager;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlContext;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.jexl3.introspection.JexlPermissions;
import org.mvel2.MVEL;
import org.mvel2.templates.TemplateRuntime;

/** Loops, functions, projections, literals and templates over a few objects, in two languages of expressions; some have mistakes. */
public class EvaluateTexts {
    private static final List<String> MVEL_TEXTS = List.of(
        "sum = 0; foreach (i : items) { sum += i.price; } sum",
        "(name in items if price > 5)",
        "items.size() > 3 && items[0].name == 'i0' ? 'yes' : 'no'",
        "def f(n) { if (n < 2) { return n; } else { return f(n - 1) + f(n - 2); } } f(12)",
        "m = ['a': 1, 'b': [1, 2, 3], 'c': ['x': 'y']]; m.b[1] + m['a']",
        "s = ''; for (int i = 0; i < 10; i++) { s = s + i; } s",
        "items[1].tags contains 'red'",
        "x = 10; while (x > 3) { x--; } x",
        "with (items[2]) { price = 99.5 }; items[2].price",
        "import java.util.HashMap; h = new HashMap(); h.put('k', 3 * 4); h.k",
        "a = {1, 2, 3}; a[2]",
        "do { items[0].price = items[0].price + 1 } while (items[0].price < 4); items[0].price",
        "proto Thing { int v = 3; def twice() { v * 2; } } t = new Thing(); t.twice()",
        "items.nothing",
        "foo(");
    private static final List<String> JEXL_TEXTS = List.of(
        "var s = 0; for (var i : items) { s = s + i.price; } s",
        "items.size() > 3 and items[0].name eq 'i0'",
        "var f = function(n) { n < 2 ? n : f(n - 1) + f(n - 2) }; f(10)",
        "var m = {'a': 1, 'b': [1, 2, 3], 'c': {'x': 'y'}}; m.b[1] + m.a",
        "var x = 0; while (x < 10) { x += 3; if (x > 7) break; } x",
        "var t = 0; for (var i : 1..20) { if (i % 3 == 0) { continue; } t += i } t",
        "'red' =~ items[1].tags",
        "`Hello ${items[0].name}`",
        "items[2].price = 50; items[2].with(0.1)",
        "empty(items) || size(items) > 2",
        "items[0].more['k'] ?: 'none'",
        "x y");

    public static void main(String[] args) {
        // JEXL logs what goes wrong, with the time.
        LogManager.getLogManager().reset();
        for (int round = 0; round < 10; round++) {
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < 6; i++) items.add(new Item("i" + i, i * 2.5 + round, List.of(i % 2 == 0 ? "blue" : "red", "t" + i)));
            mvel(items);
            jexl(items, round);
        }
    }

    private static void mvel(List<Item> items) {
        for (String text : MVEL_TEXTS) {
            print(() -> MVEL.eval(text, variables(items)));
            print(() -> {
                Serializable compiled = MVEL.compileExpression(text);
                MVEL.executeExpression(compiled, variables(items));
                return MVEL.executeExpression(compiled, variables(items));
            });
        }
        String template = "@foreach{i : items}[@{i.name}: @{i.price}]@end{','} @if{items.size() > 2}many@else{}few@end{}";
        print(() -> TemplateRuntime.eval(template, variables(items)));
    }

    private static void jexl(List<Item> items, int round) {
        JexlEngine engine = new JexlBuilder()
            .permissions(JexlPermissions.UNRESTRICTED)
            .cache(round % 2 == 0 ? 64 : 0)
            .strict(round % 3 == 0)
            .silent(true)
            .create();
        JexlContext context = new MapContext(variables(items));
        for (String text : JEXL_TEXTS) print(() -> engine.createScript(text).execute(context));
        print(() -> {
            StringWriter writer = new StringWriter();
            engine.createJxltEngine().createTemplate("$$ for (var i : items) {\n${i.name}\n$$ }\n").evaluate(context, writer);
            return writer;
        });
    }

    private static Map<String, Object> variables(List<Item> items) {
        return new HashMap<>(Map.of("items", items));
    }

    private static void print(Supplier<Object> value) {
        try {
            System.out.println(value.get());
        } catch (RuntimeException exception) {
            System.out.println(exception.getClass().getSimpleName());
        }
    }

    public static final class Item {
        private final String name;
        private final List<String> tags;
        private double price;

        Item(String name, double price, List<String> tags) {
            this.name = name;
            this.price = price;
            this.tags = tags;
        }

        public String getName() {
            return name;
        }

        public double getPrice() {
            return price;
        }

        public void setPrice(double price) {
            this.price = price;
        }

        public List<String> getTags() {
            return tags;
        }

        public Map<String, Object> getMore() {
            return Map.of();
        }

        public double with(double rate) {
            return price * (1 + rate);
        }
    }
}
