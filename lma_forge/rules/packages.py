"""Packages that take long to import, and those that come with the host."""

HEAVY = frozenset({
    "accelerate", "altair", "arviz", "bokeh", "catboost", "chromadb", "cv2", "dask", "datasets", "diffusers", "faiss",
    "fastai", "flair", "gensim", "geopandas", "gradio", "haystack", "holoviews", "jax", "keras", "langchain",
    "librosa", "lightgbm", "lightning", "llama_index", "matplotlib", "moviepy", "networkx", "nltk", "numba",
    "onnxruntime", "paddle", "pandas", "panel", "plotly", "polars", "pyarrow", "pymc", "pyspark", "pytorch_lightning",
    "scipy", "seaborn", "sentence_transformers", "shap", "skimage", "sklearn", "spacy", "statsmodels", "streamlit",
    "sympy", "tensorflow", "torch", "torchaudio", "torchvision", "transformers", "ultralytics", "vllm", "whisper",
    "xarray", "xgboost",
})  # fmt: skip
"""Import names of packages whose import takes half a second or more, or loads tens of megabytes."""

HOST = {
    "lollms": frozenset({
        "PIL", "ascii_colors", "filelock", "httpx", "jsonschema", "numpy", "pipmaster", "pydantic", "requests",
        "sqlalchemy", "tiktoken", "yaml",
    }),
}  # fmt: skip
"""Import names of what each host requires itself, so that it is there (metadata of lollms_client 1.21.1)."""
