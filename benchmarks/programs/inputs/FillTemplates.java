import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/** Fills templates of FreeMarker and of Velocity with lists and maps. */
public class FillTemplates {
    public static void main(String[] arguments) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        Map<String, Object> model = model();
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_32);
        Template template = new Template("t", new StringReader(
            "<#macro row o><tr><td>${o.name?cap_first}<td>${o.amount}<#nested></tr></#macro>\n"
            + "<#function twice x><#return x * 2></#function>\n"
            + "<#list orders as o><#if o.amount gt 10><@row o>${twice(o.amount)}</@row><#else>few ${o?index}</#if><#sep>,</#list>\n"
            + "<#list groups as k, v>${k}: <#list v?sort?reverse as x>${x}<#sep>/</#list>\n</#list>"
            + "<#assign all = orders?map(o -> o.amount)?filter(a -> a % 2 == 0)>${all?size} ${all?join(\",\")} ${all?min}\n"
            + "<#list 1..20 as n>${n?string.roman!n?string(\"000\")} </#list>\n"
            + "<#list orders?chunk(4, {'name':'-','amount':0}) as line><#list line as o>${o.name} </#list>\n</#list>"
            + "<#attempt>${missing.value}<#recover>none</#attempt> ${.now?is_date?c}\n".replace("?string.roman!n", "")), configuration);
        for (int time = 0; time < 40; time++) {
            StringWriter out = new StringWriter();
            template.process(model, out);
            if (time % 20 == 0) {
                System.out.println(out);
            }
        }
        VelocityEngine engine = new VelocityEngine();
        engine.init();
        for (int time = 0; time < 40; time++) {
            StringWriter out = new StringWriter();
            engine.evaluate(new VelocityContext(model), out, "t",
                "#macro(row $o)[$o.name $o.amount]#end\n#foreach($o in $orders)#if($o.amount > 10)#row($o)#else few $foreach.index#end#if($foreach.hasNext), #end#end\n"
                + "#set($sum = 0)#foreach($e in $groups.entrySet())$e.key:#foreach($x in $e.value) $x#set($sum = $sum + $x)#if($x > 30)#break#end#end\n#end$sum\n"
                + "#foreach($n in [1..12])$n#if($n == 7)#stop#end #end $missing $!missing");
            if (time % 20 == 0) {
                System.out.println(out);
            }
        }
    }

    private static Map<String, Object> model() {
        List<Map<String, Object>> orders = new ArrayList<>();
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int at = 0; at < 30; at++) {
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("name", "order" + at);
            order.put("amount", at * 7 % 23);
            orders.add(order);
            groups.computeIfAbsent("g" + at % 4, key -> new ArrayList<>()).add(at * 5 % 37);
        }
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("orders", orders);
        model.put("groups", groups);
        return model;
    }
}
