// Where uniforms are asked for; apart from the screens, so that a link loads none of them.
export const BULK = '/indent/bulk-uniform-indent';
export const ALL = '/indent/all-uniform-indents';
