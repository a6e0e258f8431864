import { refusals } from '@aangan/contract/refusal.ts';

export const refuseCurriculum = refusals({
  'curriculum.network-only': [403, 'Head office writes the curriculum.'],
  'folder.depth': [422, 'Folders have at most five levels.'],
  'folder.inside-itself': [422, 'A folder cannot stand inside itself.'],
  'folder.group-type': [422, 'Choose a class group of type {type}.'],
  'folder.name-taken': [409, 'There is a folder of this name already.'],
  'theme.group-type': [422, 'Choose a class group of type Curriculum or Curriculum_CMS.'],
  'theme.name-taken': [409, 'This class group has a theme of this name already.'],
  'folder.order-changed': [409, 'Somebody else changed this folder meanwhile. Load it again.'],
  'plan.exists': [409, 'This class group has a plan of this title in this year already.'],
  'plan.not-ready': [409, 'These days are not ready yet: {days}.'],
  'plan.no-window': [409, 'Open weeks for staff first: nobody would see this plan.'],
  'plan.closed': [409, 'This plan cannot be changed in its present state.'],
  'plan.shrink': [409, 'Days {days} have content.'],
  'plan.needed': [
    409,
    'The year is not over, and no other published plan covers this class group. Publish the other plan first.',
  ],
  'plan.year-over': [409, 'The year of this plan is over.'],
  'window.range': [422, 'This plan has weeks 1 to {weeks}.'],
  'day.position': [404, 'This plan has {days} days.'],
  'day.pending': [409, 'The change of this day waits for its review. It cannot be written meanwhile.'],
  'day.not-teachable': [409, 'Give this day a title and at least one block with a title first.'],
  'bulk.stale': [409, 'Day {day} of week {week} was changed since the check. Check the file again.'],
  'preview.ended': [404, 'This preview has ended. Make a new one.'],
});
