export const feedbackLoads = {
  '/trainer-led/trainer-feedback/{trainingID}': () =>
    import('./feedback-form.tsx').then((s) => s.FeedbackForm),
  '/trainer-led/trainer-feedback-report': () =>
    import('../report/training-reports.tsx').then((s) => s.TrainerFeedbackReport),
  '/trainer-led/indiviual-trainer-feedback-report/{trainingID}/{trainerID}': () =>
    import('./trainer-feedback.tsx').then((s) => s.TrainerFeedback),
} as const;
