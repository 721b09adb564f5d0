package library;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;

final class ResourceBundleControl_MutateFormatList {
    static final class Violates {
        public static void main(String[] arguments) {
            ResourceBundle.Control control = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
            List<String> formats = control.getFormats("texts");
            try {
                formats.add("java.yaml"); // ResourceBundleControl_MutateFormatList: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println(formats);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            ResourceBundle.Control control = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
            List<String> formats = new ArrayList<>(control.getFormats("texts"));
            formats.add("java.yaml");
            System.out.println(formats);
        }
    }
}
