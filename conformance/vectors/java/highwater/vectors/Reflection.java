package highwater.vectors;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;

/** What Kafka's own tests reach because they share its packages. */
final class Reflection {
    private Reflection() {
    }

    static Object read(Object owner, String field) throws ReflectiveOperationException {
        return find(owner.getClass(), field).get(owner);
    }

    static void write(Object owner, String field, Object value) throws ReflectiveOperationException {
        find(owner.getClass(), field).set(owner, value);
    }

    static Method method(Class<?> type, String name, Class<?>... parameters) throws ReflectiveOperationException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (!method.getName().equals(name) || !Arrays.equals(method.getParameterTypes(), parameters)) continue;
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(name);
    }

    static Object call(Object owner, String name) throws ReflectiveOperationException {
        return method(owner.getClass(), name).invoke(owner);
    }

    private static Field find(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!field.getName().equals(name)) continue;
                field.setAccessible(true);
                return field;
            }
        }
        throw new NoSuchFieldException(name);
    }
}
