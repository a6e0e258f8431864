import { date, decimal, integer, percent, text } from '@aangan/contract/fields.ts';
import { report } from '@aangan/contract/report.ts';
import { trainingModules as m } from '../modules.ts';

const mean = decimal({
  label: 'Mean',
  digits: 2,
  min: 1,
  max: 5,
  optional: true,
  help: 'Mean of all ratings, from 1 to 5; from three answers on.',
});

/** What became of each training, for the people in reach. */
export const trainingReport = report({
  module: m.trainingByTrainersReport,
  scope: 'centre',
  name: 'training-report',
  title: 'Trainings',
  definition:
    'One row for each training that took place or is planned in these days and was not cancelled: people of the centres in reach. Feedback is that of all centres.',
  period: 'THIS_YEAR',
  row: {
    training: text({ label: 'Training', max: 180 }),
    firstDay: date({ label: 'First day' }),
    invited: integer({ label: 'Invited', help: 'Registered and not withdrawn, or declined.' }),
    accepted: integer({ label: 'Accepted' }),
    acceptedBp: percent({ label: 'Accepted %', optional: true, help: 'Accepted of invited.' }),
    attended: integer({ label: 'Attended', help: 'Marked present or partial.' }),
    attendedBp: percent({ label: 'Attended %', optional: true, help: 'Attended of those with a seat.' }),
    minutes: integer({ label: 'Minutes', help: 'Of all people together.' }),
    mean,
  },
  sums: ['invited', 'accepted', 'attended', 'minutes'],
  tiles: ['invited', 'accepted', 'attended', 'minutes'],
  chart: ['invited', 'attended'],
});

/** What was answered about each trainer; the whole network's, as answers belong to nobody. */
export const trainerFeedbackReport = report({
  module: m.trainingByTrainersReport,
  scope: 'network',
  name: 'trainer-feedback-report',
  title: 'Trainer feedback',
  definition:
    'One row for each trainer of trainings whose last day lies in these days and that were not cancelled. Means and shares are shown from three answers on. Answers are filed three at a time at least, within ten minutes.',
  period: 'THIS_YEAR',
  row: {
    trainer: text({ label: 'Trainer', max: 130 }),
    trainings: integer({ label: 'Trainings', help: 'In which people were marked or answered.' }),
    attended: integer({ label: 'Attended', help: 'People marked present or partial, each time.' }),
    answers: integer({ label: 'Answers' }),
    answeredBp: percent({ label: 'Answered', optional: true, help: 'Answers of those who were there.' }),
    mean,
    highBp: percent({
      label: '4 or 5',
      optional: true,
      help: 'Share of ratings of 4 and 5, from three answers on.',
    }),
  },
  sums: ['trainings', 'attended', 'answers'],
  tiles: ['trainings', 'attended', 'answers'],
  chart: ['answers'],
});
