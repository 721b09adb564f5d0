package rrv.runtime;

import java.util.concurrent.ConcurrentHashMap;

/** {@code instanceof} by name, for types that the unit class may not access. */
public final class InstanceTest {
    /** The classes themselves hold what is known of them, so that nothing keeps them alive. */
    private static final ClassValue<ConcurrentHashMap<String, Boolean>> KNOWN =
            new ClassValue<ConcurrentHashMap<String, Boolean>>() {
                @Override
                protected ConcurrentHashMap<String, Boolean> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<String, Boolean>();
                }
            };

    private InstanceTest() {
    }

    /** {@code name} as {@link Class#getName()} has it. False for null. Calls no method of the value. */
    public static boolean isInstance(Object value, String name) {
        if (value == null) {
            return false;
        }
        ConcurrentHashMap<String, Boolean> known = KNOWN.get(value.getClass());
        Boolean answer = known.get(name);
        if (answer == null) {
            answer = isSubtype(value.getClass(), name);
            known.put(name, answer);
        }
        return answer;
    }

    private static boolean isSubtype(Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(name)) {
            return true;
        }
        if (type.isArray() && name.startsWith("[") && !type.getComponentType().isPrimitive()) {
            String component = name.substring(1);
            if (component.startsWith("L")) {
                component = component.substring(1, component.length() - 1);
            }
            return isSubtype(type.getComponentType(), component);
        }
        for (Class<?> superInterface : type.getInterfaces()) {
            if (isSubtype(superInterface, name)) {
                return true;
            }
        }
        return isSubtype(type.getSuperclass(), name);
    }
}
