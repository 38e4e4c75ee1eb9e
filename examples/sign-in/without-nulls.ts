// For OAuth clients that refuse `expires_in: null`, which the service answers: a fetch that leaves out what is null.

export const customFetch = async (url: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(url, init);
  const fields = JSON.parse(await answer.text(), (_name, value) => value ?? undefined);
  return new Response(JSON.stringify(fields), answer);
};
