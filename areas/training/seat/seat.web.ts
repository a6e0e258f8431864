export const seatLoads = {
  '/trainer-led/register-staff/{trainingID}': () =>
    import('./register-staff.tsx').then((s) => s.RegisterStaff),
  '/trainer-led/registration-details/{id}': () =>
    import('./registration-details.tsx').then((s) => s.RegistrationDetails),
} as const;
