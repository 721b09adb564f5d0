import java.util.function.Function;
import rrv.runtime.Monitoring;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.Violation;
import rrv.runtime.ViolationException;
import rrv.runtime.ViolationListener;

/** One application of {@link Copies}: registers its unit with the runtime that its class loader finds, and makes events on request. */
public class CopyWorker implements Function<Object[], Object> {
    private PropertyMonitor[] monitors;
    private int base;
    private final StringBuilder told = new StringBuilder();

    @Override
    public Object apply(Object[] request) {
        String what = (String) request[0];
        try {
            if (what.equals("start")) {
                final String name = (String) request[1];
                Registration registration = Registry.register(new FileUnit((String) request[2]) {
                    @Override
                    protected String site(int index) {
                        return name + "\tm\t()V\t0\t" + name + ".java\t" + index;
                    }
                });
                use(registration);
                Monitoring.addListener(new ViolationListener() {
                    @Override
                    public void violation(Violation violation) {
                        told.append(violation.property).append('@').append(violation.className).append(' ');
                    }
                });
                return null;
            }
            if (what.equals("bodies")) {
                Registration registration = Registry.register(new BodyDriver((String) request[1]));
                use(registration);
                BodyDriver.monitor = monitors[0];
                BodyDriver.base = base;
                return null;
            }
            if (what.equals("event") || what.equals("ifBound")) {
                PropertyMonitor monitor = monitors[(Integer) request[1]];
                int event = (Integer) request[2];
                int site = base + (Integer) request[3];
                boolean one = request.length == 5;
                if (what.equals("event") && one) {
                    monitor.event(event, request[4], site);
                } else if (what.equals("event")) {
                    monitor.event(event, request[4], request[5], site);
                } else if (one) {
                    monitor.eventIfBound(event, request[4], site);
                } else {
                    monitor.eventIfBound(event, request[4], request[5], site);
                }
                return null;
            }
            if (what.equals("advice")) {
                Object[] arguments = (Object[]) request[3];
                monitors[0].advice((Integer) request[1], arguments, base + (Integer) request[2]);
                return null;
            }
            if (what.equals("told")) {
                return told.toString();
            }
            return Monitoring.report();
        } catch (ViolationException e) {
            return "thrown: " + e.getMessage();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void use(Registration registration) {
        monitors = new PropertyMonitor[4];
        for (int index = 0; index < monitors.length; index++) {
            monitors[index] = registration.monitor(index);
        }
        base = registration.base;
    }
}
