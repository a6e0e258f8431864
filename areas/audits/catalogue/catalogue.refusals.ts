import { refusals } from '@aangan/contract/refusal.ts';

export const refuseCatalogue = refusals({
  'catalogue.network-only': [403, 'Head office writes what audits ask.'],
  'catalogue.empty': [422, 'Add at least one active question first.'],
  'catalogue.no-weights': [409, 'Set category weights first.'],
  'catalogue.unchanged': [409, 'Nothing has changed since version {version}.'],
  'catalogue.code-twice': [409, 'Two questions have the code {code}. Give one of them another code.'],
  'catalogue.rows': [422, 'Some rows need a change. Nothing was added.'],
  'weights.total': [422, 'Total is {total} %. {help}'],
  'weights.categories': [409, 'The categories changed meanwhile. Load the page again.'],
  'weights.too-early': [422, 'Choose tomorrow or a later day.'],
  'weights.day-taken': [409, 'Weights from that day are there already. Choose another day.'],
});
