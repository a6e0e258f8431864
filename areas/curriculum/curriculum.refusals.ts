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
});
