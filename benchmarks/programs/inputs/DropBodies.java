import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.BodyFixture;
import org.dyn4j.dynamics.contact.Contact;
import org.dyn4j.dynamics.joint.DistanceJoint;
import org.dyn4j.dynamics.joint.Joint;
import org.dyn4j.dynamics.joint.RevoluteJoint;
import org.dyn4j.geometry.AABB;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Ray;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.geometry.decompose.Bayazit;
import org.dyn4j.geometry.decompose.EarClipping;
import org.dyn4j.geometry.decompose.SweepLine;
import org.dyn4j.geometry.hull.DivideAndConquer;
import org.dyn4j.geometry.hull.GiftWrap;
import org.dyn4j.geometry.hull.GrahamScan;
import org.dyn4j.geometry.hull.HullGenerator;
import org.dyn4j.geometry.hull.MonotoneChain;
import org.dyn4j.geometry.simplify.DouglasPeucker;
import org.dyn4j.world.ContactCollisionData;
import org.dyn4j.world.DetectFilter;
import org.dyn4j.world.World;
import org.dyn4j.world.listener.ContactListenerAdapter;

/** Bodies of several shapes, some joined in pairs, fall on a floor; some are taken away, and polygons are taken apart. */
public class DropBodies {
    public static void main(String[] args) {
        for (int seed = 0; seed < 2; seed++) drop(new Random(seed));
        takeApart();
    }

    private static void drop(Random random) {
        World<Body> world = new World<>();
        Body floor = body(Geometry.createRectangle(40, 1), MassType.INFINITE, 0, -5);
        world.addBody(floor);
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Body body = body(shape(i), MassType.NORMAL, random.nextDouble() * 20 - 10, i * 0.7);
            if (i % 4 == 0) body.addFixture(Geometry.createCircle(0.3), 2, 0.3, 0.4);
            body.setAngularVelocity(random.nextDouble());
            world.addBody(body);
            bodies.add(body);
        }
        for (int i = 0; i < 16; i += 2) world.addJoint(joint(i, bodies.get(i), bodies.get(i + 1)));
        int[] contacts = new int[2];
        world.addContactListener(new ContactListenerAdapter<Body>() {
            @Override
            public void begin(ContactCollisionData<Body> collision, Contact contact) {
                contacts[0]++;
            }

            @Override
            public void end(ContactCollisionData<Body> collision, Contact contact) {
                contacts[1]++;
            }
        });
        for (int step = 0; step < 200; step++) {
            world.step(1);
            if (step == 100) for (Body body : bodies.subList(30, 36)) world.removeBody(body);
        }
        System.out.println(Arrays.toString(contacts) + " " + world.getBodyCount() + " " + world.getJointCount());
        for (Body body : bodies.subList(0, 5)) {
            Vector2 center = body.getWorldCenter();
            System.out.printf(Locale.ROOT, "%.6f %.6f %s%n", center.x, center.y, world.isInContact(body, floor));
        }
        DetectFilter<Body, BodyFixture> any = new DetectFilter<>(true, true, null);
        System.out.println(world.raycast(new Ray(new Vector2(-20, -4), new Vector2(1, 0)), 100, any).size());
        System.out.println(world.detect(new AABB(-5, -5, 5, 5), any).size());
        for (Iterator<Body> it = world.getBodyIterator(); it.hasNext();) if (it.next().getWorldCenter().x > 5) it.remove();
        System.out.println(world.getBodyCount() + " " + world.getJointCount());
    }

    private static Convex shape(int i) {
        switch (i % 5) {
            case 0:
                return Geometry.createCircle(0.5);
            case 1:
                return Geometry.createRectangle(1, 0.6);
            case 2:
                return Geometry.createUnitCirclePolygon(6, 0.5);
            case 3:
                return Geometry.createCapsule(1, 0.5);
            default:
                return Geometry.createEquilateralTriangle(1);
        }
    }

    private static Body body(Convex shape, MassType mass, double x, double y) {
        Body body = new Body();
        body.addFixture(shape);
        body.setMass(mass);
        body.translate(x, y);
        return body;
    }

    private static Joint<Body> joint(int i, Body one, Body other) {
        if (i % 4 == 0) return new RevoluteJoint<>(one, other, one.getWorldCenter());
        return new DistanceJoint<>(one, other, one.getWorldCenter(), other.getWorldCenter());
    }

    private static void takeApart() {
        Vector2[] star = new Vector2[20];
        for (int i = 0; i < star.length; i++) {
            double radius = i % 2 == 0 ? 2 : 1;
            star[i] = new Vector2(radius * Math.cos(Math.PI * i / 10), radius * Math.sin(Math.PI * i / 10));
        }
        System.out.println(new Bayazit().decompose(star).size() + " " + new EarClipping().decompose(star).size());
        System.out.println(new SweepLine().decompose(star).size() + " " + new EarClipping().triangulate(star).size());
        List<HullGenerator> hulls = List.of(new GiftWrap(), new GrahamScan(), new MonotoneChain(), new DivideAndConquer());
        for (HullGenerator hull : hulls) System.out.println(hull.generate(star).length);
        System.out.println(new DouglasPeucker(0.5, 0.5).simplify(star).length);
    }
}
