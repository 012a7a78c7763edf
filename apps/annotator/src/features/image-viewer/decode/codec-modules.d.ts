/** Emscripten builds of the codecs; they ship no types of their own. */
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const create: import('./wasm-codec.ts').CodecFactory;
  export default create;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const create: import('./wasm-codec.ts').CodecFactory;
  export default create;
}
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  const create: import('./wasm-codec.ts').CodecFactory;
  export default create;
}
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const create: import('./wasm-codec.ts').CodecFactory;
  export default create;
}
