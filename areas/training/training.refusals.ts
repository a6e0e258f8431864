import { refusals } from '@aangan/contract/refusal.ts';

export const refuseTraining = refusals({
  'training.network-only': [403, 'Head office writes training material.'],
  'module.code-taken': [409, 'Another module has this code already.'],
  'module.group-type': [422, 'Choose a class group of type Teacher Training.'],
  'module.not-ready': [409, 'This module is not ready: {list}.'],
  'module.archived': [409, 'This module is archived. Restore it first.'],
  'training.order-changed': [409, 'Somebody else changed this list meanwhile. Load it again.'],
  'assessment.title-taken': [409, 'Another assessment has this title already.'],
  'assessment.not-ready': [409, 'Add at least one question first.'],
  'assessment.published': [409, 'A published assessment is not changed. Take it back to draft first.'],
  'training.trainer-busy': [409, '{name} has another training at that time: {code}.'],
  'training.too-many-for-provider': [
    422,
    'The own meeting room has room for {most} people, not {places}. Use a link of another service for more.',
  ],
  'training.audience-empty': [422, 'Nobody of your centres belongs to this audience.'],
  'training.not-yours': [403, 'Head office or its organizer changes this training.'],
  'training.capacity-below-seated': [
    409,
    '{seated} people already have a seat. Withdraw some first, or give more places.',
  ],
  'training.registration-closed': [
    409,
    'Registration is closed: the first session is over, or the training is cancelled.',
  ],
  'training.begun': [409, 'This training has begun, is over or is cancelled.'],
  'training.is-cancelled': [409, 'This training is cancelled.'],
  'training.ended': [409, 'This training is over.'],
  'training.not-your-invitation': [403, 'Everybody answers their own invitation.'],
  // The specification's words.
  'meeting.not-found': [404, 'Meeting details not found!'],
  'meeting.not-open': [409, 'This meeting opens at {time}.'],
  'meeting.ended': [409, 'This meeting has ended.'],
  'training.session-not-begun': [409, 'This session has not begun, was not held or is cancelled.'],
  'training.marked': [
    409,
    'Your attendance of this training is marked already. Ask its trainer when that is wrong.',
  ],
  'training.session-marked': [409, 'People of this session are marked already: it was held.'],
  'training.feedback-given': [409, 'You have sent your feedback already.'],
  'training.feedback-not-attended': [403, 'Feedback is asked of those who were there.'],
  'training.feedback-closed': [
    409,
    'Feedback is not taken now: the training is not over, or its week of feedback is.',
  ],
  'training.feedback-of-others': [403, 'You may read the feedback on your own trainings.'],
  'enrollment.own-request': [403, 'Somebody else decides on what you asked for, or learn by yourself.'],
  'enrollment.not-published': [409, 'The module “{title}” is not published.'],
  'enrollment.not-approved': [409, '{name} is not approved yet.'],
});
