// What other areas may ask of admissions (areas/README §3).
export { type AdmissionFormView, admissionFormView } from './form/admission-form-view.server.ts';
export { type FormOfEnquiry, formsOfEnquiry } from './form/forms-of-enquiry.server.ts';
export { type DaySession, ensurePlaceMovingUp, placesMovingUp } from './seat/seats.server.ts';
export { seatsLeft, waitingByClass } from './seat/seats-left.server.ts';
