import com.graphhopper.jsprit.core.algorithm.VehicleRoutingAlgorithm;
import com.graphhopper.jsprit.core.algorithm.box.Jsprit;
import com.graphhopper.jsprit.core.problem.Location;
import com.graphhopper.jsprit.core.problem.VehicleRoutingProblem;
import com.graphhopper.jsprit.core.problem.VehicleRoutingProblem.FleetSize;
import com.graphhopper.jsprit.core.problem.job.Break;
import com.graphhopper.jsprit.core.problem.job.Job;
import com.graphhopper.jsprit.core.problem.job.Pickup;
import com.graphhopper.jsprit.core.problem.job.Service;
import com.graphhopper.jsprit.core.problem.job.Shipment;
import com.graphhopper.jsprit.core.problem.solution.VehicleRoutingProblemSolution;
import com.graphhopper.jsprit.core.problem.solution.route.VehicleRoute;
import com.graphhopper.jsprit.core.problem.solution.route.activity.TimeWindow;
import com.graphhopper.jsprit.core.problem.solution.route.activity.TourActivity;
import com.graphhopper.jsprit.core.problem.vehicle.VehicleImpl;
import com.graphhopper.jsprit.core.problem.vehicle.VehicleTypeImpl;
import com.graphhopper.jsprit.core.util.RandomNumberGeneration;
import com.graphhopper.jsprit.core.util.Solutions;
import java.util.Locale;
import java.util.Random;

/** Plans routes for services, shipments and pick-ups with time windows, priorities and a break: few vehicles, then any number. */
public class PlanRoutes {
    public static void main(String[] args) {
        for (FleetSize fleet : FleetSize.values()) plan(fleet);
    }

    private static void plan(FleetSize fleet) {
        VehicleRoutingProblem.Builder builder = VehicleRoutingProblem.Builder.newInstance().setFleetSize(fleet);
        for (int i = 0; i < 5; i++) builder.addVehicle(vehicle(i, fleet));
        for (int i = 0; i < 22; i++) builder.addJob(job(i));
        // Nobody comes there in time.
        builder.addJob(Service.Builder.newInstance("far").setLocation(at(9000, 9000)).addTimeWindow(0, 5).build());
        RandomNumberGeneration.reset();
        VehicleRoutingAlgorithm algorithm = Jsprit.Builder.newInstance(builder.build())
            .setProperty(Jsprit.Parameter.FAST_REGRET, Boolean.toString(fleet == FleetSize.FINITE))
            .setRandom(new Random(5))
            .buildAlgorithm();
        algorithm.setMaxIterations(12);
        print(Solutions.bestOf(algorithm.searchSolutions()));
    }

    private static VehicleImpl vehicle(int i, FleetSize fleet) {
        VehicleTypeImpl type = VehicleTypeImpl.Builder.newInstance("type" + i % 2)
            .addCapacityDimension(0, 12 + 6 * (i % 2))
            .setCostPerDistance(1 + i % 2)
            .setFixedCost(10)
            .build();
        VehicleImpl.Builder builder = VehicleImpl.Builder.newInstance("v" + i)
            .setType(type)
            .setStartLocation(at(10 * i, 50))
            .setLatestArrival(600)
            .setReturnToDepot(i != 3);
        if (fleet == FleetSize.FINITE && i == 1)
            builder.setBreak(Break.Builder.newInstance("lunch").addTimeWindow(100, 300).setServiceTime(20).build());
        return builder.build();
    }

    private static Job job(int i) {
        Location where = at((i * 37) % 100, (i * 53) % 100);
        switch (i % 4) {
            case 0:
                return Shipment.Builder.newInstance("ship" + i)
                    .addSizeDimension(0, 1 + i % 3)
                    .setPickupLocation(where)
                    .setDeliveryLocation(at((i * 11) % 100, (i * 29) % 100))
                    .setPickupTimeWindow(TimeWindow.newInstance(0, 400))
                    .build();
            case 1:
                return Pickup.Builder.newInstance("pick" + i).addSizeDimension(0, 2).setLocation(where).build();
            default:
                return Service.Builder.newInstance("serve" + i)
                    .addSizeDimension(0, 1 + i % 3)
                    .setLocation(where)
                    .setServiceTime(3)
                    .addTimeWindow(i * 5, 300 + i * 10)
                    .setPriority(1 + i % 3)
                    .build();
        }
    }

    private static Location at(int x, int y) {
        return Location.newInstance(x, y);
    }

    private static void print(VehicleRoutingProblemSolution best) {
        System.out.println(String.format(Locale.ROOT, "%.3f", best.getCost()) + ", " + best.getUnassignedJobs().size() + " left");
        for (VehicleRoute route : best.getRoutes()) {
            StringBuilder line = new StringBuilder(route.getVehicle().getId());
            for (TourActivity activity : route.getActivities())
                line.append(' ').append(activity.getName()).append('@').append(Math.round(activity.getArrTime()));
            System.out.println(line);
        }
    }
}
