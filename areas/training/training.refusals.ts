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
  'enrollment.own-request': [403, 'Somebody else decides on what you asked for, or learn by yourself.'],
  'enrollment.not-published': [409, 'The module “{title}” is not published.'],
  'enrollment.not-approved': [409, '{name} is not approved yet.'],
});
