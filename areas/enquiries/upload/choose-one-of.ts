const NAMED = 12;

/** 'There is no such source. Choose one of Event, Google.' Without a noun only the second sentence. */
export function chooseOneOf(noun: string, names: Iterable<string>): string {
  const all = [...names];
  const left = all.length - NAMED;
  const list = `${all.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return [
    ...(noun ? [`There is no such ${noun}.`] : []),
    all.length > 0 ? `Choose one of ${list}.` : 'None is set up here: leave this empty.',
  ].join(' ');
}
