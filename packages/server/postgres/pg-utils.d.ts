// The driver's own way from a value to what Postgres reads; it carries no types.
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown };
  export = utils;
}
