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
  'campaign.template': [409, 'This template may not be used now. Choose an active one.'],
  'campaign.people': [422, 'The template is for other people. Choose another template or other people.'],
  'campaign.centres': [422, 'Choose 1 to 50 centres. For the whole network write an announcement.'],
  'campaign.preview-stale': [409, '{before} people were checked, {now} match now. Check again.'],
  'campaign.template-changed': [409, 'The template has a new version. Send it back to be checked again.'],
  'campaign.audience-changed': [409, '{before} were approved, {now} match now.'],
  'message.not-retryable': [409, 'Only a message that failed in the last 90 days can be sent again.'],
  'suppression.legal': [403, 'The person asked for no more. Only a new consent lifts that.'],
});
