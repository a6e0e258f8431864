import { ReportScreen } from '@aangan/web/report/report-screen.tsx';
import { trainerFeedbackReport, trainingReport } from './training-report.contract.ts';

/** /trainer-led/all-trainings?view=report */
export const TrainingReport = () => (
  <ReportScreen
    title="Training report"
    views={[
      { value: 'report', label: 'Trainings', of: trainingReport },
      { value: 'feedback', label: 'Trainer feedback', of: trainerFeedbackReport },
    ]}
  />
);

/** /trainer-led/trainer-feedback-report */
export const TrainerFeedbackReport = () => (
  <ReportScreen
    title="Trainer feedback"
    views={[
      { value: 'trainers', label: 'Trainers', of: trainerFeedbackReport },
      { value: 'trainings', label: 'Trainings', of: trainingReport },
    ]}
  />
);
