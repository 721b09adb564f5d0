import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** A Spring context with configuration classes, proxies of both kinds, events and expressions. */
public class WireBeans {
    public interface Shop {
        int sell(String what, int amount);

        List<String> sold();
    }

    public static class Stock implements Shop {
        private final List<String> sold = new ArrayList<>();
        @Autowired List<Rule> rules;
        @Autowired AnnotationConfigApplicationContext context;

        @Override
        public int sell(String what, int amount) {
            for (Rule rule : rules) {
                amount = rule.apply(amount);
            }
            sold.add(what + " " + amount);
            context.publishEvent(new Sold(this, what));
            return amount;
        }

        @Override
        public List<String> sold() {
            return sold;
        }
    }

    public static class Rule {
        private final int factor;

        public Rule() {
            this(1);
        }

        Rule(int factor) {
            this.factor = factor;
        }

        public int apply(int amount) {
            return amount * factor + 1;
        }
    }

    public static class Sold extends ApplicationEvent {
        final String what;

        Sold(Object source, String what) {
            super(source);
            this.what = what;
        }
    }

    public static class Counter {
        private final Map<String, Integer> counts = new TreeMap<>();

        @EventListener
        public void on(Sold event) {
            counts.merge(event.what, 1, Integer::sum);
        }

        public Map<String, Integer> getCounts() {
            return counts;
        }
    }

    @Configuration
    public static class Beans {
        @Bean Shop shop() {
            return new Stock();
        }

        @Bean Rule twice() {
            return new Rule(2);
        }

        @Bean @Lazy Rule thrice() {
            return new Rule(3);
        }

        @Bean @Scope("prototype") StringBuilder text() {
            return new StringBuilder("text of " + twice().apply(3));
        }

        @Bean Counter counter() {
            return new Counter();
        }

        @Bean static BeanPostProcessor traced() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (!(bean instanceof Shop) && !(bean instanceof Rule)) {
                        return bean;
                    }
                    ProxyFactory factory = new ProxyFactory(bean);
                    factory.setProxyTargetClass(bean instanceof Rule);
                    factory.addAdvice((MethodInterceptor) call -> {
                        Method method = call.getMethod();
                        Object result = call.proceed();
                        if (String.valueOf(result).length() > 4) {
                            System.out.println(name + "." + method.getName() + " " + String.valueOf(result).length());
                        }
                        return result;
                    });
                    return factory.getProxy();
                }
            };
        }
    }

    public static void main(String[] arguments) {
        java.util.logging.LogManager.getLogManager().reset();
        for (int time = 0; time < 10; time++) {
            try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Beans.class)) {
                Shop shop = context.getBean(Shop.class);
                for (int number = 0; number < 100; number++) {
                    shop.sell("w" + number % 7, number * (time + 1));
                }
                System.out.println(shop.sold());
                System.out.println(context.getBean(Counter.class).getCounts());
                System.out.println(context.getBean(StringBuilder.class).append('!'));
                System.out.println(new SpelExpressionParser().parseExpression("counts.?[value > 14].keySet()").getValue(context.getBean(Counter.class)));
            }
        }
    }
}
