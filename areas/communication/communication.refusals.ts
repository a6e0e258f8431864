import { refusals } from '@aangan/contract/refusal.ts';

export const refuseCommunication = refusals({
  'audience.own-centre': [422, 'Only head office chooses centres. Yours is chosen already.'],
  'audience.centre-only': [422, 'Choose one centre in the top bar to choose its sections or children.'],
  'audience.nobody': [409, 'Nobody matches. Choose more people.'],
  'announcement.dates': [422, 'It must end after it is published.'],
  'announcement.fixed': [409, 'It is published. Its people, ways and time stay as they are.'],
  'announcement.expired': [409, 'It has ended. Reopen it first.'],
  'announcement.remind-too-soon': [409, 'They were reminded on {date}. You can remind them once a day.'],
  'template.text': [422, 'The text does not fit. Fix the fields that are marked.'],
  'template.exists': [409, 'A template with this name exists already.'],
  'template.dlt-missing': [422, 'Enter the entity id, template id and header of each SMS text first.'],
});
